using System.Diagnostics;
using System.Globalization;
using Fathom.Bench.Traces;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;

namespace Fathom.Bench.Recording;

/// <summary>A recorder at work.</summary>
internal sealed class RunningRecorder : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly Process _process;
    private readonly ProcessMetrics _metrics;
    private readonly string _raw;
    private readonly double[] _values = new double[MetricCatalog.Count];

    private RunningRecorder(string program, string raw, IEnumerable<string> words)
    {
        _raw = raw;
        _process = Process.Start(new ProcessStartInfo(program, words) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        _ = _process.StandardOutput.ReadToEndAsync();
        Task<string> error = _process.StandardError.ReadToEndAsync();
        long begin = Stopwatch.GetTimestamp();
        while (!IsWriting() && !_process.HasExited && Stopwatch.GetElapsedTime(begin) < s_patience)
            Thread.Sleep(50);
        if (_process.HasExited)
            throw new InvalidOperationException($"The recorder ended at once: {error.Result}");
        _metrics = new ProcessMetrics(_process.Id, [MetricCatalog.CpuNs]);
    }

    /// <summary>Starts ours and waits until it writes.</summary>
    /// <param name="tool">The program.</param>
    /// <param name="folder">Where its files go.</param>
    /// <param name="pid">The process that the recording is about.</param>
    /// <param name="profile">Options that say what is recorded.</param>
    public static RunningRecorder Fathom(string tool, string folder, int pid, IEnumerable<string> profile) => new(
        tool, Raw(folder), ["record", string.Create(CultureInfo.InvariantCulture, $"pid:{pid}"), "--save", Path.Combine(folder, "cost.fathom"), "--no-extract", "-q", .. profile]);

    /// <summary>Starts ours on all .NET programs and waits until it writes.</summary>
    /// <param name="tool">The program.</param>
    /// <param name="folder">Where its files go.</param>
    public static RunningRecorder WholeMachine(string tool, string folder) => new(tool, Raw(folder), ["record", "--save", Path.Combine(folder, "cost.fathom"), "--no-extract", "-q"]);

    /// <summary>Starts perf with the same samples, switches and wakings, which records callers by frame pointers only, and waits until it writes.</summary>
    /// <param name="folder">Where its files go.</param>
    public static RunningRecorder Perf(string folder)
    {
        string raw = Directory.CreateDirectory(Raw(folder)).FullName;
        return new RunningRecorder("perf", raw, [.. PerfPeer.WholeMachine, "-m", "8M", "-o", Path.Combine(raw, "perf.data"), "--", "sleep", "600"]);
    }

    /// <summary>Its process.</summary>
    public int Pid => _process.Id;

    /// <summary>Its CPU time since it began.</summary>
    public double CpuNs => _metrics.Sample(_values) ? _values[MetricCatalog.CpuNs.Place] : throw new InvalidOperationException("The recorder has ended.");

    /// <summary>Ends it as a service manager does, and removes its files. SIGINT would not do: a shell starts what runs in its background with that ignored.</summary>
    public void Dispose()
    {
        _metrics.Dispose();
        using (Process kill = Process.Start("kill", ["-TERM", _process.Id.ToString(CultureInfo.InvariantCulture)]))
            kill.WaitForExit();
        if (!_process.WaitForExit(s_patience))
            _process.Kill();
        _process.Dispose();
        if (Directory.Exists(_raw))
            Directory.Delete(_raw, recursive: true);
    }

    private static string Raw(string folder) => Path.Combine(folder, "cost.raw");

    private bool IsWriting() => Directory.Exists(_raw) && new DirectoryInfo(_raw).EnumerateFiles("perf.data").Any(static file => file.Length > 100_000);
}
