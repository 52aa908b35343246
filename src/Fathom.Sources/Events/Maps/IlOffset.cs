namespace Fathom.Sources.Events.Maps;

/// <summary>What stands for an offset in IL where code was compiled from none.</summary>
public static class IlOffset
{
    /// <summary>Code that the compiler added.</summary>
    public const int None = -1;

    /// <summary>Code before the first instruction of the method.</summary>
    public const int Prolog = -2;

    /// <summary>Code behind the last one.</summary>
    public const int Epilog = -3;
}
