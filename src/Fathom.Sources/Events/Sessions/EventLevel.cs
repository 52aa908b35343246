namespace Fathom.Sources.Events.Sessions;

/// <summary>How important an event is; a level includes those before it.</summary>
public enum EventLevel
{
    /// <summary>Critical errors.</summary>
    Critical = 1,

    /// <summary>Errors.</summary>
    Error = 2,

    /// <summary>Warnings.</summary>
    Warning = 3,

    /// <summary>Events of which there are some.</summary>
    Informational = 4,

    /// <summary>Events of which there are very many.</summary>
    Verbose = 5,
}
