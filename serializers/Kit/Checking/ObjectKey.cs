using System.Runtime.CompilerServices;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>An object as a key by its identity.</summary>
/// <param name="value">The object.</param>
internal readonly struct ObjectKey(object value) : IEquatable<ObjectKey>
{
    private readonly object _value = value;

    /// <inheritdoc/>
    public bool Equals(ObjectKey other) => ReferenceEquals(_value, other._value);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ObjectKey other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_value);
}
