using System.Diagnostics;
using System.Text.Json;

namespace Fathom.TestSupport;

/// <summary>
/// Reads profiles of pprof with a reader that others wrote: <c>pprof-format</c> of npm. A test is skipped where the npm registry does not have it.
/// </summary>
public static class PprofReader
{
    private const string Script = """
        const { Profile } = require("pprof-format"), fs = require("fs"), zlib = require("zlib");
        const profile = Profile.decode(zlib.gunzipSync(fs.readFileSync(process.argv[1])));
        const text = at => profile.stringTable.strings[Number(at)];
        const functions = new Map(profile.function.map(one => [String(one.id), one]));
        const locations = new Map(profile.location.map(one => [String(one.id), one]));
        const mappings = new Map(profile.mapping.map(one => [String(one.id), text(one.filename)]));
        console.log(JSON.stringify({
          types: profile.sampleType.map(type => `${text(type.type)}/${text(type.unit)}`),
          usual: text(profile.defaultSampleType),
          duration: Number(profile.durationNanos),
          samples: profile.sample.map(sample => ({
            values: sample.value.map(Number),
            names: sample.locationId.map(id => locations.get(String(id)).line[0].functionId).map(id => text(functions.get(String(id)).name)),
            files: sample.locationId.map(id => mappings.get(String(locations.get(String(id)).mappingId)) ?? null),
            process: text(sample.label.find(label => text(label.key) === "process").str),
            pid: Number(sample.label.find(label => text(label.key) === "pid")?.num ?? -1),
          })),
        }));
        """;

    /// <summary>
    /// What a profile says: types, usual, duration, and of each sample its values, names from the innermost on, files, process and pid.
    /// </summary>
    /// <param name="file">The profile.</param>
    /// <param name="folder">A folder of the test's own, where the reader is put.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task<JsonElement> ReadAsync(string file, TestFolder folder, CancellationToken stop)
    {
        string place = folder.File("pprof-format");
        if (!Directory.Exists(Path.Combine(place, "node_modules")))
        {
            Directory.CreateDirectory(place);
            (int code, _, _) = await RunAsync("npm", place, stop, "install", "--no-audit", "--no-fund", "--prefix", place, "pprof-format@2.3.2");
            Needs.Pprof(code == 0);
        }

        (int failed, string read, string error) = await RunAsync("node", place, stop, "-e", Script, file);
        return failed == 0 ? JsonDocument.Parse(read).RootElement : throw new InvalidDataException(error);
    }

    /// <summary>The sum of the last value of all samples.</summary>
    public static async Task<double> TotalAsync(string file, TestFolder folder, CancellationToken stop) =>
        (await ReadAsync(file, folder, stop)).GetProperty("samples").EnumerateArray()
            .Sum(static sample => sample.GetProperty("values").EnumerateArray().Last().GetDouble());

    private static async Task<(int Code, string Out, string Error)> RunAsync(
        string program, string folder, CancellationToken stop, params string[] args)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, args)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder,
        })!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(stop), error = process.StandardError.ReadToEndAsync(stop);
        await process.WaitForExitAsync(stop);
        return (process.ExitCode, await output, await error);
    }
}
