using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Recorder.Runtimes;

/// <summary>
/// A second, small process of Fathom that lets programs start when the first one no longer does, however that ended. The program that was launched, and all that it
/// starts, have the port in their environment, and a runtime waits for ever where nobody listens at it.
/// </summary>
/// <remarks>
/// The guard reads its standard input, which the first process holds open. One byte means that nobody can come any more; the end of the input without it means that
/// the first process is gone, or that programs run on after the recording. Then the guard listens until none of them is there.
/// </remarks>
public static partial class StartGuard
{
    /// <summary>The first argument of a Fathom that is a guard. Not a verb: nobody types it.</summary>
    public const string Argument = "--guard-starts";

    internal const byte Ready = (byte)'r';
    internal const byte Done = (byte)'d';

    // Between a fork and what the new program reads of its environment lie milliseconds in which no process has it.
    private const int LooksWithout = 2;
    private static readonly TimeSpan s_look = TimeSpan.FromSeconds(1);

    /// <summary>Stands guard.</summary>
    /// <param name="arguments">Number of the listening socket; its path is the first line of the input.</param>
    public static void Run(ReadOnlySpan<string> arguments)
    {
        // A key press or a signal to all of a session must not end the guard together with the one that it guards.
        _ = SetSession();
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, static signal => signal.Cancel = true);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, static signal => signal.Cancel = true);
        using PosixSignalRegistration hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, static signal => signal.Cancel = true);
        using Stream input = Console.OpenStandardInput();
        using StartPort port = StartPort.Inherited(int.Parse(arguments[0], CultureInfo.InvariantCulture), Line(input));
        using (Stream output = Console.OpenStandardOutput())
            output.WriteByte(Ready);
        if (input.ReadByte() == Done)
            return;
        using (StartGate gate = new(port, static _ => { }))
        {
            while (gate.LooksWithout < LooksWithout)
                CancellationToken.None.WaitHandle.WaitOne(s_look);
        }

        port.Remove();
    }

    // Byte by byte: what follows is read later.
    private static string Line(Stream input)
    {
        List<byte> line = [];
        for (int next = input.ReadByte(); next >= 0 && next != '\n'; next = input.ReadByte())
            line.Add((byte)next);
        return Encoding.UTF8.GetString([.. line]);
    }

    [LibraryImport("libc", EntryPoint = "setsid")]
    private static partial int SetSession();
}
