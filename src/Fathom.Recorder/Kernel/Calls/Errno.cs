namespace Fathom.Recorder.Kernel.Calls;

/// <summary>Error numbers of Linux that mean something here.</summary>
internal static class Errno
{
    public const int NotPermitted = 1;
    public const int NoEntry = 2;
    public const int NoSuchProcess = 3;
    public const int Interrupted = 4;
    public const int NoMemory = 12;
    public const int Denied = 13;
    public const int Busy = 16;
    public const int Exists = 17;
    public const int NoDevice = 19;
    public const int Invalid = 22;
    public const int TooManyFiles = 24;
    public const int NoSpace = 28;
    public const int NoCall = 38;
    public const int OverQuota = 122;
}
