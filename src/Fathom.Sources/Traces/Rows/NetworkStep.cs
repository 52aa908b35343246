namespace Fathom.Sources.Traces.Rows;

/// <summary>What an event means for the life of its connection.</summary>
internal enum NetworkStep
{
    /// <summary>Nothing.</summary>
    Within,

    /// <summary>It begins.</summary>
    Begins,

    /// <summary>What will become its begin is tried once more.</summary>
    Tries,

    /// <summary>It ends.</summary>
    Ends,
}
