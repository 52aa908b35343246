using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Unwinding;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>Names of native functions, on what this process has loaded itself.</summary>
public sealed class NativeNamesTests
{
    [Theory]
    [InlineData("libstdc++.so.6", "_ZNSo5flushEv", "std::ostream::flush()")]
    [InlineData("libc.so.6", "getppid", "getppid")]
    public void A_function_has_the_name_that_its_programmer_wrote(string library, string linkerName, string expected)
    {
        ulong address = (ulong)NativeLibrary.GetExport(NativeLibrary.Load(library), linkerName);
        string path = File.ReadLines("/proc/self/maps").Select(static line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .First(parts => parts.Length == 6 && Covers(parts[0], address))[5];
        ulong imageBase = File.ReadLines("/proc/self/maps").Where(line => line.EndsWith(path, StringComparison.Ordinal)).Min(static line => Range(line.Split(' ')[0]).Start);
        using LiveMemory memory = new(Environment.ProcessId);
        NativeImage image = new(path, imageBase, ElfImages.TryRead(memory, imageBase)!, memory, new CallFrameBudget(1 << 20));

        Assert.Equal($"{Path.GetFileName(path)}!{expected}", new NativeNames(memory, "").Of(new NativePlace(image, address - imageBase, address - imageBase)));
    }

    private static bool Covers(string range, ulong address) => Range(range) is var (start, end) && start <= address && address < end;

    private static (ulong Start, ulong End) Range(string text) =>
        (Convert.ToUInt64(text.Split('-')[0], 16), Convert.ToUInt64(text.Split('-')[1], 16));
}
