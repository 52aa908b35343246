namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>The user's own type cannot be loaded, found or filled.</summary>
/// <param name="message">Which assembly, type or member, and why.</param>
/// <param name="next">What to do about it.</param>
public sealed class OwnTypeException(string message, string next) : Exception(message)
{
    /// <summary>What to do about it.</summary>
    public string Next { get; } = next;
}
