namespace Fathom.Formats.PerfData.Records;

/// <summary>Values of a call chain that are no addresses: what follows one belongs to the part that it names.</summary>
public static class CallchainMarker
{
    /// <summary>Frames of a hypervisor follow.</summary>
    public const ulong Hypervisor = unchecked((ulong)-32L);

    /// <summary>Frames of the kernel follow.</summary>
    public const ulong Kernel = unchecked((ulong)-128L);

    /// <summary>Frames of the program follow.</summary>
    public const ulong User = unchecked((ulong)-512L);

    /// <summary>A number follows, by which a <see cref="Records.DeferredCallchainRecord"/> has the frames of the program.</summary>
    public const ulong UserDeferred = unchecked((ulong)-640L);

    /// <summary>Frames of a guest follow.</summary>
    public const ulong Guest = unchecked((ulong)-2048L);

    /// <summary>Frames of the kernel of a guest follow.</summary>
    public const ulong GuestKernel = unchecked((ulong)-2176L);

    /// <summary>Frames of a program of a guest follow.</summary>
    public const ulong GuestUser = unchecked((ulong)-2560L);

    private const ulong Lowest = unchecked((ulong)-4095L);

    /// <summary>Whether a value is a marker: no address is that high.</summary>
    public static bool Is(ulong value) => value >= Lowest;
}
