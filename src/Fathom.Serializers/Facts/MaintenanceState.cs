namespace Fathom.Serializers.Facts;

/// <summary>Whether a library is still worked on.</summary>
public enum MaintenanceState
{
    /// <summary>Nothing is known.</summary>
    Unknown,

    /// <summary>It is worked on.</summary>
    Active,

    /// <summary>No change is known for a year, but the facts end before that year does.</summary>
    Unclear,

    /// <summary>It is in maintenance at most.</summary>
    Maintenance,

    /// <summary>It is a part of .NET and follows its releases; it is not judged.</summary>
    InTheBox,
}
