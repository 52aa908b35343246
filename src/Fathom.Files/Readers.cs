namespace Fathom.Files;

/// <summary>Who may read what Fathom writes, beside its owner.</summary>
public enum Readers
{
    /// <summary>Nobody: 0600 and 0700.</summary>
    Owner,

    /// <summary>The group that the file belongs to: 0640 and 0750.</summary>
    Group,

    /// <summary>All: 0644 and 0755.</summary>
    All,
}
