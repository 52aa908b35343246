namespace Fathom.Sources.Traces.Etl;

/// <summary>Paths as the kernel has them, with the letter of the drive where the trace tells it.</summary>
/// <param name="volumes">Prefixes of the kernel's paths, and what stands for them.</param>
internal sealed class DrivePaths(IReadOnlyList<(string Device, string Drive)> volumes)
{
    private const string Devices = @"\Device\";
    private const string DosDevices = @"\??\";

    // The longest first: \Device\HarddiskVolume12 begins like \Device\HarddiskVolume1.
    private readonly (string Device, string Drive)[] _volumes = [.. volumes.OrderByDescending(static one => one.Device.Length)];
    private readonly Dictionary<string, string> _known = [];

    /// <summary>A path with its drive; the path itself where nobody tells that.</summary>
    public string Of(ReadOnlySpan<char> path)
    {
        var lookup = _known.GetAlternateLookup<ReadOnlySpan<char>>();
        if (lookup.TryGetValue(path, out string? known))
            return known;
        string made = Make(path.ToString());
        if (_known.Count < 1 << 18)
            lookup[path] = made;
        return made;
    }

    private string Make(string path)
    {
        if (path.StartsWith(DosDevices, StringComparison.Ordinal))
            return path[DosDevices.Length..];
        foreach ((string device, string drive) in _volumes)
        {
            if (!path.StartsWith(device, StringComparison.OrdinalIgnoreCase))
                continue;
            // What is on no drive keeps its device.
            if (device.Length == 0 && (path.Length == 0 || path.StartsWith(Devices, StringComparison.OrdinalIgnoreCase)))
                continue;
            bool ends = device.EndsWith('\\') || path.Length == device.Length || path[device.Length] == '\\';
            if (ends)
                return drive.EndsWith('\\') && !device.EndsWith('\\') ? drive[..^1] + path[device.Length..] : drive + path[device.Length..];
        }

        return path;
    }
}
