using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Frame;

/// <summary>A run of the tool whose second process is known, in a process group of its own.</summary>
internal sealed partial class GuardedTool : IDisposable
{
    public const int Interrupt = 2;
    public const int Kill = 9;
    public const int Fault = 11;
    public const int Terminate = 15;
    public const int Continue = 18;
    public const int KeyStop = 20;

    private const int Stop = 19;
    private const int NoSuchProcess = 3;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_moment = TimeSpan.FromMilliseconds(2);

    private readonly Process _guard;
    private readonly Task<string> _output;

    private GuardedTool(Process guard, bool isJob = false)
    {
        _guard = guard;
        _guard.StandardInput.Close();
        _output = _guard.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Error = _guard.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Child = OnlyChildOf(isJob ? OnlyChildOf(guard.Id) : guard.Id);
    }

    /// <summary>The process that waits.</summary>
    public int Guard => _guard.Id;

    /// <summary>The process that does the work.</summary>
    public int Child { get; }

    /// <summary>Standard error of both, when they have ended.</summary>
    public Task<string> Error { get; }

    /// <summary>Whether the first one still is there.</summary>
    public bool IsRunning => !_guard.HasExited;

    public static GuardedTool Start(params string[] args) =>
        new(Process.Start(FathomTool.Start("setsid", [FathomTool.Executable, .. args], null, null))!);

    /// <summary>As a shell starts a job: the kernel lets no key stop a group that nobody of its session could continue.</summary>
    public static GuardedTool StartAsJob(params string[] args) =>
        new(Process.Start(FathomTool.Start("setsid", ["sh", "-c", "set -m; \"$0\" \"$@\" & wait $!", FathomTool.Executable, .. args], null, null))!, isJob: true);

    /// <summary>Waits until the second process has mapped a file.</summary>
    public void UntilMapped(string part) => Until(() => File.ReadAllText($"/proc/{Child}/maps").Contains(part, StringComparison.Ordinal), $"{part} is not loaded");

    /// <summary>
    /// Halts the second process while it holds a target still; false where the moment was missed. A stop is short and a busy machine may not run this test in
    /// it, so from the loading of the library on, the process runs for moments only.
    /// </summary>
    public bool TryHalt(int target)
    {
        UntilMapped("libmscordaccore.so");
        while (IsAlive(Child))
        {
            Signal(Stop, Child);
            Until(() => !IsAlive(Child) || StateOf(Child) == 'T', "the second process does not halt");
            if (Holds(target))
                return IsAlive(Child);
            Signal(Continue, Child);
            Thread.Sleep(s_moment);
        }

        return false;
    }

    /// <summary>Lets the halted second process run, and presses Ctrl-Z at once.</summary>
    public void StopByKey()
    {
        Signal(Continue, Child);
        Signal(KeyStop, Child);
    }

    /// <summary>Continues the second process, whenever it stops, until it ends.</summary>
    public void ContinueToEnd()
    {
        while (IsAlive(Child))
        {
            Signal(Continue, Child);
            Thread.Sleep(s_moment);
        }
    }

    /// <summary>
    /// Ends the halted second process by SIGSEGV. The runtime may take the first one for a fault of an instruction, restore what the system does by itself, and
    /// go back to that instruction; then the next one ends it.
    /// </summary>
    public void EndByFault()
    {
        Signal(Fault, Child);
        Signal(Continue, Child);
        while (IsAlive(Child))
        {
            Thread.Sleep(s_moment);
            Signal(Fault, Child);
        }
    }

    /// <summary>Sends a signal; to a process, or with a negative number to a group.</summary>
    public static void Signal(int signal, int process) => Assert.True(Send(process, signal) == 0 || Marshal.GetLastPInvokeError() == NoSuchProcess, $"kill: {Marshal.GetLastPInvokeErrorMessage()}");

    /// <summary>Waits for the end and returns what was said.</summary>
    public async Task<ToolRun> EndAsync()
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(s_patience);
        await _guard.WaitForExitAsync(patience.Token);
        return new ToolRun(_guard.ExitCode, await _output.WaitAsync(patience.Token), await Error.WaitAsync(patience.Token));
    }

    public void Dispose()
    {
        if (IsRunning)
            _guard.Kill(entireProcessTree: true);
        _guard.Dispose();
    }

    // The line names the thread that stopped it.
    private bool Holds(int target)
    {
        string tracer = File.ReadLines($"/proc/{target}/status").First(static line => line.StartsWith("TracerPid:", StringComparison.Ordinal))[10..].Trim();
        return tracer != "0" && Directory.Exists($"/proc/{Child}/task/{tracer}");
    }

    /// <summary>Whether a process runs; one that has ended and is not collected does not.</summary>
    public static bool IsAlive(int process) => StateOf(process) is not ('Z' or 'X');

    // The first character behind the name, which is in parentheses and may hold anything.
    private static char StateOf(int process)
    {
        try
        {
            string text = File.ReadAllText($"/proc/{process}/stat");
            return text[text.LastIndexOf(')') + 2];
        }
        catch (IOException)
        {
            return 'X';
        }
    }

    private static int OnlyChildOf(int process)
    {
        string children = $"/proc/{process}/task/{process}/children", first = "";
        Until(() => (first = File.ReadAllText(children).Trim()).Length > 0, "there is no second process");
        return int.Parse(first, CultureInfo.InvariantCulture);
    }

    private static void Until(Func<bool> holds, string otherwise) => Assert.True(SpinWait.SpinUntil(holds, s_patience), otherwise);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Send(int process, int signal);
}
