namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>Grades with one more at the start.</summary>
public enum Grade
{
    /// <summary>None.</summary>
    None,

    /// <summary>Low.</summary>
    Low,

    /// <summary>High.</summary>
    High,
}
