using System.Text;
using Fathom.Sources.Machine.Processes;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>A program decides on much of what /proc says of it: its name, its arguments, its files and its control group.</summary>
public sealed class ProcTextTests
{
    private static readonly Config s_quiet = Config.QuickThrowOnFailure.WithMaxTest(500).WithQuietOnSuccess(true);

    [Fact]
    public void Any_bytes_are_read_without_harm() => Check.One(s_quiet, Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), Read));

    [Fact]
    public void Real_texts_with_damage_are_read_without_harm()
    {
        byte[][] texts = [.. new[] { "stat", "status", "maps", "cgroup", "mountinfo", "cmdline" }.Select(file => File.ReadAllBytes($"/proc/self/{file}"))];
        Arbitrary<(byte[] Text, int At, byte Value)> damage = (
            from text in Gen.Elements(texts)
            from at in Gen.Choose(0, text.Length - 1)
            from value in Gen.Choose(0, 255)
            select (text, at, (byte)value)).ToArbitrary();
        Check.One(s_quiet, Prop.ForAll(damage, one =>
        {
            byte[] text = [.. one.Text];
            text[one.At] = one.Value;
            Read(text);
            Read(text[..one.At]);
        }));
    }

    [Fact]
    public void A_line_break_in_an_argument_is_a_blank_in_the_command_line() =>
        Assert.Equal("a b c    d", CommandLine.Join(CommandLine.Split("a\0b\nc\0\0\e\0d\0"u8)));

    private static void Read(byte[] text)
    {
        _ = ProcStat.TryParse(text, out _);
        ProcStatus.Parse(text);
        ProcMaps.Parse(text).Assemblies();
        ContainerPath.FromCgroup(text);
        ContainerPath.FromMounts(text);
        CommandLine.Join(CommandLine.Split(text));
        UserNames.Parse(Encoding.UTF8.GetString(text));
        RuntimeVersionFinder.FromConfig(text);
        RuntimeVersionFinder.FromSharedPath(Encoding.UTF8.GetString(text));
    }
}
