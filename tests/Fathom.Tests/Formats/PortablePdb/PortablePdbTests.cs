using System.Diagnostics;
using System.Runtime.CompilerServices;
using Fathom.Formats.PortablePdb;
using Xunit;

namespace Fathom.Tests.Formats.PortablePdb;

/// <summary>Lines of methods beside what the runtime itself says of its own stack.</summary>
public sealed class PortablePdbTests : IDisposable
{
    private readonly PortablePdbFile _pdb = PortablePdbFile.TryRead(OwnPdb.Bytes)!;

    public void Dispose() => _pdb.Dispose();

    [Fact]
    public async Task Lines_of_frames_are_those_of_the_runtime()
    {
        List<StackFrame> frames = [.. Plain(3), .. Lambda(), .. Iterator().First(), .. await LaterAsync(), .. Generic<string>.Method(5)];
        StackFrame[] own = [.. frames.Where(static frame => frame.GetMethod()?.Module == typeof(PortablePdbTests).Module && frame.GetFileLineNumber() > 0)];

        Assert.True(own.Select(static frame => frame.GetMethod()!.MetadataToken).Distinct().Count() >= 6);
        Assert.All(own, frame =>
        {
            PdbLine line = _pdb.Find((uint)frame.GetMethod()!.MetadataToken, frame.GetILOffset())!.Value;
            Assert.Equal((frame.GetFileName(), frame.GetFileLineNumber()), (line.Document.Path, line.Line));
        });
    }

    [Fact]
    public void The_id_is_that_of_the_assembly() => Assert.Equal((OwnPdb.Debug.Id, OwnPdb.Debug.Stamp), (_pdb.Id, _pdb.Stamp));

    [Fact]
    public void A_document_has_the_checksum_of_its_file()
    {
        PdbLine line = _pdb.Find((uint)((Func<int, IEnumerable<StackFrame>>)Plain).Method.MetadataToken, -1)!.Value;

        Assert.Equal((PdbChecksum.Sha256, 32), (line.Document.Algorithm, line.Document.Checksum.Length));
        Assert.EndsWith("PortablePdbTests.cs", line.Document.Path, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0u)]
    [InlineData(0x0600_0000u)]
    [InlineData(0x06ff_ffffu)]
    [InlineData(0x0200_0001u)]
    [InlineData(0xffff_ffffu)]
    public void A_number_that_is_none_of_a_method_has_no_line(uint token) => Assert.Null(_pdb.Find(token, 0));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static IEnumerable<StackFrame> Plain(int depth)
    {
        if (depth > 0)
            return Plain(depth - 1).Append(
                new StackFrame(0, needFileInfo: true));
        return new StackTrace(fNeedFileInfo: true).GetFrames();
    }

    private static StackFrame[] Lambda()
    {
        Func<StackFrame[]> capture = static () =>
        {
            int unused = Environment.ProcessId;
            return unused == 0 ? [] : new StackTrace(fNeedFileInfo: true).GetFrames();
        };

        return capture();
    }

    private static IEnumerable<StackFrame[]> Iterator()
    {
        yield return new StackTrace(fNeedFileInfo: true).GetFrames();
    }

    private static async Task<StackFrame[]> LaterAsync()
    {
        await Task.Yield();
        return new StackTrace(fNeedFileInfo: true).GetFrames();
    }

    private static class Generic<T>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static StackFrame[] Method<TOther>(TOther other)
        {
            string text = $"{typeof(T)} {other}";
            return text.Length == 0
                ? []
                : new StackTrace(fNeedFileInfo: true).GetFrames();
        }
    }
}
