using Fathom.Serializers.Kit.Cases;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>An object of the user's as a case.</summary>
/// <typeparam name="T">Its class.</typeparam>
/// <param name="description">Class and source.</param>
/// <param name="value">The object.</param>
/// <param name="hasCycles">Whether objects lead back to themselves, so that only serializers that keep identity get it right.</param>
internal sealed class OwnTypeCase<T>(string description, T value, bool hasCycles) : SerializerCase<T>(OwnTypeSource.CaseName, description)
    where T : class
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override bool SharesReferences => hasCycles;

    /// <inheritdoc/>
    public override T Generate(CaseData data)
    {
        // The methods that touch are made here, not in what is timed.
        Touch(value);
        return value;
    }

    /// <inheritdoc/>
    public override long Touch(T value) => hasCycles ? OwnTouch.OfGraph(value) : OwnTouch<T>.Of(value);
}
