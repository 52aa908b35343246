using Fathom.Sources.Events.Maps;
using Fathom.Sources.LoadedFiles;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Lines;

/// <summary>Finds the source lines of managed code.</summary>
internal sealed class ManagedLines
{
    /// <summary>Why code that no runtime told has no line.</summary>
    public const string NotTold = "its runtime did not tell which method this is";

    /// <summary>Why compiled code has no line.</summary>
    public const string NoMap = "its runtime did not tell the lines of this code: it was killed, or not asked";

    /// <summary>Why code that was compiled ahead of time has no line.</summary>
    public const string AheadOfTime = "compiled ahead of time, and no trace tells which file of which build it comes from";

    private const string Added = "code that the compiler added for no line";
    private const string NoModule = "its module is not known, as of code that was made at run time";

    private readonly SourceTexts _texts = new();
    private readonly PdbFiles _pdbs;
    private readonly MethodNameFiles _names;

    /// <param name="folders">Folders with symbols that the user named.</param>
    /// <param name="packed">PDBs that came with the trace; null for none.</param>
    public ManagedLines(IReadOnlyList<string> folders, PackedPdbs? packed = null)
    {
        BundledFiles bundled = new();
        _pdbs = new PdbFiles(folders, bundled, packed);
        _names = new MethodNameFiles(bundled);
    }

    /// <summary>Why no line of a module is known; null where its PDB is here.</summary>
    public string? WhyNot(ManagedModule module) => _pdbs.Find(module, out string reason) is null ? reason : null;

    /// <summary>The name of a method by its number in the metadata of its module; null where the assembly is not here.</summary>
    public string? NameOf(ManagedModule module, uint token) => _names.Find(module, token);

    /// <summary>The line of an instruction.</summary>
    /// <param name="module">The module of its method; null where that is not known.</param>
    /// <param name="token">The number of the method in its metadata.</param>
    /// <param name="ilOffset">The offset of the instruction in the IL, or one of <see cref="IlOffset"/>.</param>
    public SourceLine Of(ManagedModule? module, uint token, int ilOffset)
    {
        if (module is null)
            return SourceLine.None(NoModule);
        if (ilOffset == IlOffset.None)
            return SourceLine.None(Added);
        if (_pdbs.Find(module, out string reason) is not { } pdb)
            return SourceLine.None(reason);
        if (pdb.Find(token, ilOffset == IlOffset.Epilog ? int.MaxValue : ilOffset) is not { } line)
            return SourceLine.None($"the PDB of {module.Name} has no lines of this method: a compiler made it, or it is damaged");
        (string? text, string? why) = _texts.Of(line.Document, line.Line);
        return new SourceLine(line.Document.Path, line.Line, text, why);
    }
}
