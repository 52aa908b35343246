using Fathom.Sources.Traces.Etl;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Paths of the kernel with the letters of drives.</summary>
public sealed class DrivePathsTests
{
    private static readonly DrivePaths s_paths = new(
    [
        (@"\Device\HarddiskVolume1\", @"C:\"), (@"\Device\HarddiskVolume12", "E:"), (@"\SystemRoot\", @"C:\Windows\"), (@"\??\", ""), ("", "C:"),
    ]);

    [Theory]
    [InlineData(@"\Device\HarddiskVolume1\Windows\System32\ntdll.dll", @"C:\Windows\System32\ntdll.dll")]
    [InlineData(@"\Device\HarddiskVolume12\app\shop.exe", @"E:\app\shop.exe")]
    [InlineData(@"\Device\HarddiskVolume3\app\shop.exe", @"\Device\HarddiskVolume3\app\shop.exe")]
    [InlineData(@"\SystemRoot\system32\ntoskrnl.exe", @"C:\Windows\system32\ntoskrnl.exe")]
    [InlineData(@"\??\C:\tool.exe", @"C:\tool.exe")]
    [InlineData(@"\Windows\System32\user32.dll", @"C:\Windows\System32\user32.dll")]
    [InlineData(@"C:\already.dll", @"C:\already.dll")]
    [InlineData("", "")]
    public void A_path_has_the_letter_of_its_drive_where_the_trace_tells_it(string path, string expected)
    {
        Assert.Equal(expected, s_paths.Of(path));
        Assert.Equal(expected, s_paths.Of(path));
    }
}
