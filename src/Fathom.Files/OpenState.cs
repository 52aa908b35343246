namespace Fathom.Files;

/// <summary>How opening a file that somebody named ended.</summary>
public enum OpenState
{
    /// <summary>It is open.</summary>
    Opened,

    /// <summary>There is nothing of that name.</summary>
    Absent,

    /// <summary>It is a folder, pipe, socket or device.</summary>
    NotRegular,

    /// <summary>It is there and we may not read it.</summary>
    Refused,
}
