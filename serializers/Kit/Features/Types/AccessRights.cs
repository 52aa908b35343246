namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>Flags.</summary>
[Flags]
public enum AccessRights
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Reading.</summary>
    Read = 1,

    /// <summary>Writing.</summary>
    Write = 2,

    /// <summary>Running.</summary>
    Run = 4,
}
