namespace Fathom.Serializers.Kit.Adapters;

/// <summary>The forms in which what is written is handed over. A figure is only compared with figures of its own lane.</summary>
[Flags]
public enum Lanes
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>A memory stream of sufficient size that is used again.</summary>
    Stream = 1,

    /// <summary>A new array per operation.</summary>
    Array = 2,

    /// <summary>An IBufferWriter that is used again; a sequence of one segment when reading.</summary>
    Buffer = 4,

    /// <summary>The library's own object from and to a stream; making it from the case's classes is not part of the time.</summary>
    NativeObject = 8,

    /// <summary>A new string per operation, for formats of text.</summary>
    Text = 16,
}
