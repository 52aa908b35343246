namespace Fathom.Formats.Etl.Buffers;

/// <summary>What wrote a record.</summary>
internal enum EtlRecordKind
{
    /// <summary>Nobody that is known.</summary>
    Unknown,

    /// <summary>The kernel: told by group and opcode.</summary>
    Kernel,

    /// <summary>A classic provider: told by class and opcode.</summary>
    Classic,

    /// <summary>A provider with numbered events.</summary>
    Event,

    /// <summary>A program whose messages stand in its symbols.</summary>
    Message,
}
