using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using Fathom.Formats;
using Fathom.Formats.ReadyToRun;
using Fathom.Formats.ReadyToRun.Debugging;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun.Debugging;

/// <summary>The debug information of all images of four runtimes, beside their IL.</summary>
public sealed class InstalledDebugInformationTests
{
    private const long MostBytes = 64 * 1024 * 1024;
    private const int LeastMethods = 100_000;
    private const int FirstWithStubs = 17;
    private const string Own = "own";

    // The compiler has its own IL for some methods of this type.
    private const string Intrinsics = "Unsafe";

    private long _methods;
    private long _handlers;

    // .NET 8 and 9 have bounds in halves of bytes, .NET 10 has them in bits, and .NET 11 has one more bit in each.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Frames8", 9, 9, Traits = ["Category", "Long"])]
    [InlineData("Frames9", 10, 15, Traits = ["Category", "Long"])]
    [InlineData(Own, 16, 16)]
    [InlineData("Frames11", 17, 26)]
    public void Bounds_ascend_within_each_method_and_lie_on_its_IL_instructions(string program, int oldest, int newest)
    {
        string folder = program == Own ? ReadyToRunFiles.RuntimeFolder : Repository.SampleFolder(program);
        using Assemblies assemblies = new(folder);
        foreach (string path in Directory.GetFiles(folder, "*.dll"))
        {
            byte[] content = File.ReadAllBytes(path);
            if (ReadyToRunImage.TryRead(content, assemblies.Find, out _) is not { } image)
                continue;
            DebugInformation? information = DebugInformation.TryRead(ReadyToRunFiles.Reader(content), MostBytes, out string? reason);
            Assert.Null(reason);
            Assert.InRange(image.Version.Major, oldest, newest);
            Check(image, information!, assemblies, content);
        }

        Assert.InRange(_methods, LeastMethods, long.MaxValue);
        Assert.InRange(_handlers, LeastMethods / 50, long.MaxValue);
    }

    private void Check(ReadyToRunImage image, DebugInformation information, Assemblies assemblies, byte[] content)
    {
        using PEReader peer = new(new MemoryStream(content));
        uint[] pieces = [.. InstalledReadyToRunTests.Pieces(peer).Order()];
        List<NativeBound> bounds = [], others = [];
        foreach (ReadyToRunMethod method in image.Methods)
        {
            Assert.True(information.TryReadBounds(method, bounds), $"{method}");
            _methods++;
            Assert.Equal(0u, bounds[0].NativeOffset);
            for (int i = 0; i < bounds.Count; i++)
            {
                NativeBound bound = bounds[i];
                Assert.InRange(bound.NativeOffset, i == 0 ? 0 : bounds[i - 1].NativeOffset, method.SizeBytes + method.ColdSizeBytes - 1);
                Assert.Equal(bound.Kind == BoundKind.Body, bound.IlOffset >= 0);
                CheckFound(information, method, bounds, bound.NativeOffset);
            }

            Assert.Equal(method.Rva, pieces[method.Entry.Function]);
            for (int i = method.Entry.Function + 1; i < pieces.Length && pieces[i] < method.Rva + method.SizeBytes; i++)
            {
                // A handler begins with a prolog of its own; what resumes an async method of .NET 11 stands behind it and has bounds of its own.
                _handlers++;
                ReadyToRunMethod piece = method with { Entry = method.Entry with { Function = i } };
                bool isStub = information.TryReadBounds(piece, others);
                Assert.True(!isStub || image.Version.Major >= FirstWithStubs);
                uint begin = pieces[i] - method.Rva;
                Assert.Equal(!isStub, bounds.Exists(bound => bound.NativeOffset == begin && bound.Kind == BoundKind.Prolog));
            }

            if (image.DefinitionOf(method) is { IsGenerated: false } definition && assemblies.IlBegins(definition) is { } begins)
            {
                NativeBound[] wrong = [.. bounds.Where(bound => bound.Kind == BoundKind.Body && !begins.Contains(bound.IlOffset))];
                Assert.True(wrong.Length == 0, $"{image.NameOf(method)}: {string.Join(", ", wrong)}");
            }
        }
    }

    private static void CheckFound(DebugInformation information, ReadyToRunMethod method, List<NativeBound> bounds, uint offset)
    {
        NativeBound expected = bounds.Last(bound => bound.NativeOffset <= offset);
        uint rva = offset < method.SizeBytes ? method.Rva + offset : method.ColdRva + (offset - method.SizeBytes);

        Assert.True(information.TryFind(method, rva, out IlPlace place));

        Assert.Equal(expected, place.Bound);
        Assert.Equal(expected.Kind == BoundKind.Body, place.IsExact);
        if (place.IsExact)
            Assert.Equal(expected.IlOffset, place.IlOffset);
        else if (expected.NativeOffset == 0 && expected.Kind == BoundKind.Prolog)
            Assert.Equal(0, place.IlOffset);
        else
            Assert.Contains(bounds, bound => place.IlOffset == 0 || (bound.Kind == BoundKind.Body && bound.IlOffset == place.IlOffset));
    }

    private sealed class Assemblies(string folder) : IDisposable
    {
        private readonly Dictionary<string, byte[]> _files = [];
        private readonly Dictionary<string, PEReader> _readers = [];
        private readonly Dictionary<ReadyToRunDefinition, HashSet<int>?> _begins = [];

        public ReadAt? Find(string assembly)
        {
            string path = Path.Combine(folder, assembly + ".dll");
            if (!_files.TryGetValue(assembly, out byte[]? content) && File.Exists(path))
                _files.Add(assembly, content = File.ReadAllBytes(path));
            return content is null ? null : ReadyToRunFiles.Reader(content);
        }

        // Null for methods that the compiler has IL of its own for.
        public HashSet<int>? IlBegins(ReadyToRunDefinition definition)
        {
            if (_begins.TryGetValue(definition, out HashSet<int>? begins))
                return begins;
            if (!_readers.TryGetValue(definition.Assembly, out PEReader? reader))
            {
                reader = new PEReader(File.OpenRead(Path.Combine(folder, definition.Assembly + ".dll")));
                _readers.Add(definition.Assembly, reader);
            }

            MetadataReader metadata = reader.GetMetadataReader();
            MethodDefinition method = metadata.GetMethodDefinition((MethodDefinitionHandle)MetadataTokens.EntityHandle((int)definition.Token));
            if (!metadata.StringComparer.Equals(metadata.GetTypeDefinition(method.GetDeclaringType()).Name, Intrinsics))
                begins = IlInstructions.Begins(reader.GetMethodBody(method.RelativeVirtualAddress).GetILBytes());
            _begins.Add(definition, begins);
            return begins;
        }

        public void Dispose()
        {
            foreach (PEReader reader in _readers.Values)
                reader.Dispose();
        }
    }
}
