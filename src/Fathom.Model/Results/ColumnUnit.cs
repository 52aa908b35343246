namespace Fathom.Model.Results;

/// <summary>What the numbers of a result column measure. Tables show it in readable units; CSV and JSON always hold the base unit.</summary>
public enum ColumnUnit
{
    /// <summary>A plain value without a unit: text, ids, process numbers.</summary>
    None,

    /// <summary>A number of things.</summary>
    Count,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>Nanoseconds of duration, or since the start of the recording.</summary>
    Nanoseconds,

    /// <summary>Percent, 100 = the whole.</summary>
    Percent,

    /// <summary>An address, shown in hexadecimal.</summary>
    Address,

    /// <summary>Text of one or more lines. Tables show it below its row; CSV and JSON hold it with line feeds.</summary>
    Lines,

    /// <summary>Text of a sentence. Tables break it between words where the terminal ends.</summary>
    Sentence,

    /// <summary>A command line to paste. It is never shortened or broken: where it does not fit beside the others it stands below its row.</summary>
    Command,

    /// <summary>Text that begins with what connects its row with those above, as in a tree. Tables shorten what is behind that.</summary>
    Branch,
}
