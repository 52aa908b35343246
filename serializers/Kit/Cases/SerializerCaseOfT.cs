namespace Fathom.Serializers.Kit.Cases;

/// <summary>Data to serialize whose root is a <typeparamref name="T"/>.</summary>
/// <typeparam name="T">The type of the root; public, with a public constructor without parameters and settable properties, as all serializers want it.</typeparam>
/// <param name="name">Its name.</param>
/// <param name="description">One sentence.</param>
public abstract class SerializerCase<T>(string name, string description) : SerializerCase(name, description)
    where T : class
{
    /// <inheritdoc/>
    public override Type RootType => typeof(T);

    /// <summary>Makes the data; the same dials give the same data.</summary>
    public abstract T Generate(CaseData data);

    /// <summary>Reads every leaf of a result once, so that a lazy result is paid for in the time that is measured. Allocates nothing.</summary>
    /// <returns>A sum, so that nothing can be left out by the compiler.</returns>
    public abstract long Touch(T value);

    /// <inheritdoc/>
    public override TResult Accept<TResult>(ICaseVisitor<TResult> visitor) => visitor.Visit(this);
}
