namespace Fathom.Serializers.Programs;

/// <summary>When code is compiled.</summary>
public enum BuildMode
{
    /// <summary>At run time.</summary>
    Jit,

    /// <summary>Ahead of time, and again at run time where that pays.</summary>
    ReadyToRun,

    /// <summary>Ahead of time only.</summary>
    NativeAot,
}
