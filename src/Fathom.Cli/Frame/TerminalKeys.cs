using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>Keys that are told one by one, without an echo, while this is open. Ctrl-C stays a signal.</summary>
/// <remarks>The base library's console is not used: it reads the terminal database first and changes more of the terminal.</remarks>
internal sealed unsafe partial class TerminalKeys : IKeys, IDisposable
{
    private const int Input = 0;
    private const int LocalFlags = 12;
    private const uint Canonical = 0x2;
    private const uint Echo = 0x8;
    private const int Now = 0;
    private const short PollIn = 1;

    // More than a termios of any Linux, whose flags begin alike: input, output, control, local.
    private const int SettingsBytes = 128;

    private readonly byte[] _settings;

    private TerminalKeys(byte[] settings) => _settings = settings;

    /// <summary>Whether standard input is a terminal.</summary>
    public static bool AreThere
    {
        get
        {
            byte* settings = stackalloc byte[SettingsBytes];
            return GetSettings(Input, settings) == 0;
        }
    }

    /// <summary>Begins to tell keys.</summary>
    public static TerminalKeys Open()
    {
        byte[] settings = new byte[SettingsBytes];
        fixed (byte* at = settings)
            _ = GetSettings(Input, at);
        byte[] single = [.. settings];
        fixed (byte* at = single)
        {
            *(uint*)(at + LocalFlags) &= ~(Canonical | Echo);
            _ = SetSettings(Input, Now, at);
        }

        return new TerminalKeys(settings);
    }

    /// <inheritdoc/>
    public Key Next(TimeSpan wait)
    {
        PollDescriptor poll = new() { Descriptor = Input, Events = PollIn };
        if (Poll(&poll, 1, (int)wait.TotalMilliseconds) <= 0)
            return Key.None;
        byte* bytes = stackalloc byte[8];
        nint count = Read(Input, bytes, 8);
        // Input that has ended is always ready.
        return count <= 0 ? Key.Quit : KeyText.Of(new ReadOnlySpan<byte>(bytes, (int)count));
    }

    /// <summary>Makes the terminal what it was.</summary>
    public void Dispose()
    {
        fixed (byte* at = _settings)
            _ = SetSettings(Input, Now, at);
    }

    [LibraryImport("libc", EntryPoint = "tcgetattr")]
    private static partial int GetSettings(int descriptor, byte* settings);

    [LibraryImport("libc", EntryPoint = "tcsetattr")]
    private static partial int SetSettings(int descriptor, int when, byte* settings);

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int Poll(PollDescriptor* descriptors, nuint count, int timeoutMilliseconds);

    [LibraryImport("libc", EntryPoint = "read")]
    private static partial nint Read(int descriptor, byte* buffer, nuint count);

    private struct PollDescriptor
    {
        public int Descriptor;
        public short Events;
        public short ReturnedEvents;
    }
}
