using System.Diagnostics;
using System.Globalization;
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

    /// <summary>Starts it and waits until it writes.</summary>
    /// <param name="tool">The program.</param>
    /// <param name="folder">Where its files go.</param>
    /// <param name="pid">The process that the recording is about.</param>
    /// <param name="profile">Options that say what is recorded.</param>
    public RunningRecorder(string tool, string folder, int pid, IEnumerable<string> profile)
    {
        string recording = Path.Combine(folder, "cost.fathom");
        _raw = Path.Combine(folder, "cost.raw");
        string[] words = ["record", string.Create(CultureInfo.InvariantCulture, $"pid:{pid}"), "--save", recording, "--no-extract", "-q", .. profile];
        _process = Process.Start(new ProcessStartInfo(tool, words) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        _ = _process.StandardOutput.ReadToEndAsync();
        Task<string> error = _process.StandardError.ReadToEndAsync();
        long begin = Stopwatch.GetTimestamp();
        while (!IsWriting() && !_process.HasExited && Stopwatch.GetElapsedTime(begin) < s_patience)
            Thread.Sleep(50);
        if (_process.HasExited)
            throw new InvalidOperationException($"The recorder ended at once: {error.Result}");
        _metrics = new ProcessMetrics(_process.Id, [MetricCatalog.CpuNs]);
    }

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

    private bool IsWriting() => Directory.Exists(_raw) && new DirectoryInfo(_raw).EnumerateFiles("perf.data").Any(static file => file.Length > 100_000);
}
