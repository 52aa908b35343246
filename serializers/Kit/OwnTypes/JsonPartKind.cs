namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>What a part of a JSON document is.</summary>
internal enum JsonPartKind
{
    /// <summary>null.</summary>
    Null,

    /// <summary>true or false.</summary>
    Flag,

    /// <summary>A number, as it is written.</summary>
    Number,

    /// <summary>A text.</summary>
    Text,

    /// <summary>An array.</summary>
    Array,

    /// <summary>An object.</summary>
    Object,
}
