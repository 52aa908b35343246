using System.Diagnostics;
using System.Globalization;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>Tries inputs and counts what becomes of them; the worst is the outcome.</summary>
public sealed class AttackTally
{
    private readonly SortedDictionary<string, int> _exceptions = new(StringComparer.Ordinal);
    private readonly ResidentMemory _resident = new();
    private string _accepted = "";
    private string _made = "";
    private string _exhausted = "";

    /// <summary>Inputs that were tried.</summary>
    public int Attempts { get; private set; }

    /// <summary>Inputs that ended with an exception.</summary>
    public int Errors { get; private set; }

    /// <summary>Inputs that were read as if nothing were wrong.</summary>
    public int Accepted { get; private set; }

    /// <summary>Inputs for which memory ran out.</summary>
    public int OutOfMemory { get; private set; }

    /// <summary>Inputs for which code of a class ran that only the data named.</summary>
    public int Instantiated { get; private set; }

    /// <summary>Size of the input that had the most allocated for each of its bytes.</summary>
    public long WorstInputBytes { get; private set; }

    /// <summary>Bytes that were allocated for that input.</summary>
    public long WorstAllocatedBytes { get; private set; }

    /// <summary>The most that the resident memory of the process grew for one input; null where the system does not tell.</summary>
    public long? ResidentBytes { get; private set; }

    /// <summary>Size of that input.</summary>
    public long ResidentInputBytes { get; private set; }

    /// <summary>The longest that an input took.</summary>
    public long SlowestNs { get; private set; }

    /// <summary>The worst that happened.</summary>
    public string Outcome => OutOfMemory > 0 ? "out of memory" : Instantiated > 0 ? "unsafe" : Accepted > 0 ? "accepted" : "clean error";

    /// <summary>What happened in one line, with an input for the worst of it.</summary>
    public string Detail
    {
        get
        {
            List<string> parts = [];
            if (OutOfMemory > 0)
                parts.Add(string.Create(CultureInfo.InvariantCulture, $"{OutOfMemory} out of memory ({_exhausted})"));
            if (Instantiated > 0)
                parts.Add(string.Create(CultureInfo.InvariantCulture, $"{Instantiated} ran code of a class that only the data named ({_made})"));
            if (Accepted > 0)
                parts.Add(string.Create(CultureInfo.InvariantCulture, $"{Accepted} accepted ({_accepted})"));
            if (Errors > 0)
                parts.Add(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Errors} refused ({string.Join(", ", _exceptions.OrderByDescending(static one => one.Value).Take(3).Select(static one => $"{one.Key} {one.Value}"))})"));
            return string.Join("; ", parts);
        }
    }

    /// <summary>Tries one input.</summary>
    public void Try(HostileInput input)
    {
        Attempts++;
        int made = Marker.Made;
        _resident.Begin();
        long allocated = GC.GetTotalAllocatedBytes(precise: true), start = Stopwatch.GetTimestamp();
        try
        {
            object? read = input.Read(input.Data);
            // A marker counts apart below.
            if (made == Marker.Made && Accepted++ == 0)
                _accepted = read is string text ? $"{input.What}: {text}" : input.What;
        }
        catch (OutOfMemoryException)
        {
            if (OutOfMemory++ == 0)
                _exhausted = input.What;
        }
        catch (Exception reason)
        {
            if (made == Marker.Made)
                Errors++;
            string name = CheckResult.Describe(reason);
            name = name[..name.IndexOf(':')];
            _exceptions[name] = _exceptions.GetValueOrDefault(name) + 1;
        }

        SlowestNs = Math.Max(SlowestNs, (long)(Stopwatch.GetElapsedTime(start).TotalNanoseconds));
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        if (_resident.Growth() is { } grown && (ResidentBytes is null || grown > ResidentBytes))
            (ResidentBytes, ResidentInputBytes) = (grown, Math.Max(1, input.Data.Length));
        if (made != Marker.Made && Instantiated++ == 0)
            _made = input.What;
        if (WorstInputBytes == 0 || allocated * (double)WorstInputBytes > WorstAllocatedBytes * (double)Math.Max(1, input.Data.Length))
            (WorstInputBytes, WorstAllocatedBytes) = (Math.Max(1, input.Data.Length), allocated);
    }
}
