using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Features;

/// <summary>Reads feature sections. Those that nothing here needs are noted as present and passed over.</summary>
internal static class FeatureParser
{
    private const uint MostEvents = 65536;

    /// <summary>Reads a section; what makes no sense is noted as damaged.</summary>
    public static void Parse(PerfFeature feature, ReadOnlySpan<byte> section, PerfFeatures into)
    {
        into.PresentSet.Add(feature);
        SectionCursor at = new(section);
        if (!TryParse(feature, section, ref at, into))
            into.DamagedSet.Add(feature);
    }

    private static bool TryParse(PerfFeature feature, ReadOnlySpan<byte> section, ref SectionCursor at, PerfFeatures into) => feature switch
    {
        PerfFeature.BuildId => BuildIdParser.TryParse(section, into.BuildIdList),
        PerfFeature.CpuCount => TryCpus(ref at, into),
        PerfFeature.TotalMemory => TryMemory(ref at, into),
        PerfFeature.CommandLine => TryCommandLine(ref at, into),
        PerfFeature.EventDescription => TryEvents(ref at, into),
        PerfFeature.PmuMappings => TryKinds(ref at, into),
        PerfFeature.SampleTime => TryTimes(ref at, into),
        PerfFeature.ClockId => TryResolution(ref at, into),
        PerfFeature.ClockData => TryClock(ref at, into),
        PerfFeature.Compressed => TryCompression(ref at, into),
        _ => TryName(feature, ref at, into),
    };

    private static bool TryName(PerfFeature feature, ref SectionCursor at, PerfFeatures into)
    {
        if (feature is < PerfFeature.HostName or > PerfFeature.CpuId)
            return true;
        if (!at.TryString(out string text))
            return false;
        switch (feature)
        {
            case PerfFeature.HostName:
                into.HostName = text;
                break;
            case PerfFeature.OsRelease:
                into.OsRelease = text;
                break;
            case PerfFeature.Version:
                into.PerfVersion = text;
                break;
            case PerfFeature.Architecture:
                into.Architecture = text;
                break;
            case PerfFeature.CpuDescription:
                into.CpuDescription = text;
                break;
            case PerfFeature.CpuId:
                into.CpuId = text;
                break;
        }

        return true;
    }

    private static bool TryCpus(ref SectionCursor at, PerfFeatures into)
    {
        if (!at.TryU32(out uint available) || !at.TryU32(out uint online))
            return false;
        (into.CpusAvailable, into.CpusOnline) = ((int)available, (int)online);
        return true;
    }

    private static bool TryMemory(ref SectionCursor at, PerfFeatures into)
    {
        bool isWhole = at.TryU64(out ulong kibibytes);
        into.TotalMemoryBytes = kibibytes * 1024;
        return isWhole;
    }

    private static bool TryCommandLine(ref SectionCursor at, PerfFeatures into)
    {
        List<string> words = [];
        into.CommandLine = words;
        if (!at.TryU32(out uint count))
            return false;
        for (uint i = 0; i < count; i++)
        {
            if (!at.TryString(out string word))
                return false;
            words.Add(word);
        }

        return true;
    }

    private static bool TryEvents(ref SectionCursor at, PerfFeatures into)
    {
        if (!at.TryU32(out uint count) || !at.TryU32(out uint bytes) || count > MostEvents || bytes < PerfEventAttributes.LeastBytes)
            return false;
        for (uint i = 0; i < count; i++)
        {
            if (!at.TryBytes(bytes, out ReadOnlySpan<byte> attributes) || !at.TryU32(out uint ids) || !at.TryString(out string name)
                || !at.TryBytes(ids * (ulong)sizeof(ulong), out ReadOnlySpan<byte> idBytes))
                return false;
            ulong[] values = System.Runtime.InteropServices.MemoryMarshal.Cast<byte, ulong>(idBytes).ToArray();
            into.Descriptions.Add(new EventDescription(PerfEventAttributes.Parse(attributes), name, values));
        }

        return true;
    }

    private static bool TryKinds(ref SectionCursor at, PerfFeatures into)
    {
        Dictionary<uint, string> names = [];
        into.KindNames = names;
        if (!at.TryU32(out uint count))
            return false;
        for (uint i = 0; i < count; i++)
        {
            if (!at.TryU32(out uint type) || !at.TryString(out string name))
                return false;
            names[type] = name;
        }

        return true;
    }

    private static bool TryTimes(ref SectionCursor at, PerfFeatures into)
    {
        if (!at.TryU64(out ulong first) || !at.TryU64(out ulong last))
            return false;
        (into.FirstSampleNs, into.LastSampleNs) = (first, last);
        return true;
    }

    private static bool TryResolution(ref SectionCursor at, PerfFeatures into)
    {
        bool isWhole = at.TryU64(out ulong resolution);
        into.ClockResolutionNs = resolution;
        return isWhole;
    }

    private static bool TryClock(ref SectionCursor at, PerfFeatures into)
    {
        if (!at.TryU32(out _) || !at.TryU32(out uint clock) || !at.TryU64(out ulong wall) || !at.TryU64(out ulong own))
            return false;
        into.Clock = new ClockPoint((int)clock, wall, own);
        return true;
    }

    private static bool TryCompression(ref SectionCursor at, PerfFeatures into)
    {
        if (!at.TryU32(out _) || !at.TryU32(out uint type) || !at.TryU32(out uint level) || !at.TryU32(out uint ratio) || !at.TryU32(out uint buffer))
            return false;
        into.Compression = new CompressionNote((int)type, (int)level, (int)ratio, (int)buffer);
        return true;
    }
}
