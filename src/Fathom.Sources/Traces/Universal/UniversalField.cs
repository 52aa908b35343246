namespace Fathom.Sources.Traces.Universal;

/// <summary>A field that is read of an event of a machine-wide recorder.</summary>
internal enum UniversalField
{
    /// <summary>One that is passed over.</summary>
    Other,

    /// <summary>Weight of a sample, or the ticks in which a thread had no processor.</summary>
    Value,

    /// <summary>Number of a mapping, of facts about files, or of a symbol.</summary>
    Id,

    /// <summary>Number of the mapping that a symbol lies in.</summary>
    MappingId,

    /// <summary>Number of the facts about the file of a mapping.</summary>
    MetadataId,

    /// <summary>First address.</summary>
    StartAddress,

    /// <summary>Last address.</summary>
    EndAddress,

    /// <summary>Place in the file that the first address has.</summary>
    FileOffset,

    /// <summary>Name of a process or of a symbol.</summary>
    Name,

    /// <summary>Path of a mapped file.</summary>
    FileName,

    /// <summary>What tells the symbols of a file, as JSON.</summary>
    SymbolMetadata,
}
