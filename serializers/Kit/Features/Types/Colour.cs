namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>An enumeration.</summary>
public enum Colour
{
    /// <summary>Red.</summary>
    Red,

    /// <summary>Green.</summary>
    Green,

    /// <summary>Blue.</summary>
    Blue,
}
