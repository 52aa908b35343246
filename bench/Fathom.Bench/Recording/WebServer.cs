using System.Diagnostics;
using System.Text.Json;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;

namespace Fathom.Bench.Recording;

/// <summary>The ASP.NET program that is recorded: samples/Web without clients of its own. It ends when its input closes.</summary>
internal sealed class WebServer : IDisposable
{
    private readonly Process _process;
    private readonly ProcessMetrics _metrics;
    private readonly double[] _values = new double[MetricCatalog.Count];

    private WebServer(Process process, Uri address)
    {
        _process = process;
        Address = address;
        _metrics = new ProcessMetrics(process.Id, [MetricCatalog.CpuNs]);
    }

    public int Pid => _process.Id;

    public Uri Address { get; }

    /// <summary>CPU time of all its threads since it began.</summary>
    public double CpuNs => _metrics.Sample(_values) ? _values[MetricCatalog.CpuNs.Place] : throw new InvalidOperationException("The web program has ended.");

    /// <summary>Starts it and waits until it answers.</summary>
    public static WebServer Start(string program)
    {
        const string mark = "ready ";
        Process process = Process.Start(new ProcessStartInfo(program, ["--clients", "0"]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        if (process.StandardOutput.ReadLine() is { } line && line.StartsWith(mark, StringComparison.Ordinal))
        {
            using JsonDocument facts = JsonDocument.Parse(line.AsMemory(mark.Length));
            return new WebServer(process, new Uri(facts.RootElement.GetProperty("address").GetString()!));
        }

        process.Kill();
        throw new InvalidOperationException("The web program did not get ready.");
    }

    public void Dispose()
    {
        _metrics.Dispose();
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
