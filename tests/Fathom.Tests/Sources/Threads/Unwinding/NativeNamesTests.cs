using System.Runtime.InteropServices;
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
        using LiveMemory memory = new(Environment.ProcessId);
        NativeImage image = new NativeImages(LiveMappings.Read(Environment.ProcessId), memory).Find(address)!;
        ulong distance = address - image.ImageBase;

        Assert.Equal($"{NativeNames.FileName(image)}!{expected}", new NativeNames(memory, "").Of(new NativePlace(image, distance, distance)));
    }
}
