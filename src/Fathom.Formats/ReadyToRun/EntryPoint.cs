namespace Fathom.Formats.ReadyToRun;

/// <summary>Where a method begins, and where its name is found.</summary>
/// <param name="Function">Number of its first piece of code.</param>
/// <param name="Component">Number of its assembly in a composite image, from 0; <see cref="Instance"/> for instances of generic methods and types.</param>
/// <param name="Place">Row of the method in its assembly; of an instance, the place of its signature in the section.</param>
internal readonly record struct EntryPoint(int Function, int Component, int Place)
{
    /// <summary>The method is an instance of a generic one, or of a type.</summary>
    public const int Instance = -1;
}
