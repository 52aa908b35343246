namespace Fathom.Serializers.Inference;

/// <summary>Classes that a JSON document fits in.</summary>
/// <param name="Text">C#.</param>
/// <param name="Namespace">The namespace of the classes.</param>
/// <param name="RootClass">The class of the document, or of its elements where it is an array.</param>
/// <param name="Notes">What a reader should know: where the document does not say what a member is, and what it was made then.</param>
public sealed record InferredSource(string Text, string Namespace, string RootClass, IReadOnlyList<string> Notes)
{
    /// <summary>The full name of the root class.</summary>
    public string RootType => $"{Namespace}.{RootClass}";
}
