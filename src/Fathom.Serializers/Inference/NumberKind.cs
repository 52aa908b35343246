namespace Fathom.Serializers.Inference;

/// <summary>What numbers of a member need, the narrowest first.</summary>
internal enum NumberKind
{
    /// <summary>None was seen.</summary>
    None,

    /// <summary>32 bits.</summary>
    Int,

    /// <summary>64 bits.</summary>
    Long,

    /// <summary>A fraction that a double gives back digit by digit.</summary>
    Double,

    /// <summary>More digits than a double keeps.</summary>
    Decimal,
}
