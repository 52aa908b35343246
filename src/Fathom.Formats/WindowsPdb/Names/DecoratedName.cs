namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>
/// Names that the C++ compiler of Microsoft makes for its linker (decorated): <c>?Sum@Till@shop@@QEBAHPEBUPrice@2@H@Z</c> is
/// <c>shop::Till::Sum</c>. What is not known stays as it is.
/// </summary>
/// <remarks>
/// <code>
/// name      ? own name, then what it lies in from the inside out, each ended by @; @; then what it is
/// own name  text@ | ?0 constructor, ?1 destructor, ?2 … ?Z, ?_0 … operators | ?$ template text@ arguments @ | digit: one of the first
/// ten names again
/// kind      0-4 variable, its type; A-X member function (access, virtual, static), Y function, 9 plain C; then of members E (64 bits)
/// and const; calling convention, result,
///           parameters (digit: one of the first ten again), Z
/// type      C-O, _D-_W numbers; X void; U V T W4 struct, class, union, enum and its name; P Q R S pointers, A and $$Q references; Y
/// arrays; P6 function, P8 of a member
/// </code>
/// <para>Source: no document of Microsoft describes them; the tests compare with llvm-undname.</para>
/// </remarks>
public static class DecoratedName
{
    private const int LongestName = 4096;

    /// <summary>The name as in the source, without result and parameters; the same text where it is no such name, or of a form that is
    /// not known.</summary>
    /// <param name="name">The name of the linker.</param>
    public static string NameOf(string name) => name.StartsWith('?') ? Parse(name, withTags: false)?.Name ?? name : OfC(name);

    /// <summary>The whole declaration: access, result, name and parameters.</summary>
    /// <param name="name">The name of the linker.</param>
    /// <returns>Null where it is no such name, or of a form that is not known.</returns>
    public static string? DeclarationOf(string name) => name.StartsWith('?') ? Parse(name, withTags: true)?.Declaration : null;

    private static DecoratedSymbol? Parse(string name, bool withTags)
    {
        if (name.Length > LongestName)
            return null;
        DecoratedReader reader = new(name, withTags);
        return new SymbolReader(reader).Read() is { } symbol && reader is { HasFailed: false, IsAtEnd: true } ? symbol : null;
    }

    // C functions of 32-bit programs: _name, _name@8 and @name@8 are name.
    private static string OfC(string name)
    {
        int at = name.LastIndexOf('@');
        return at > 1 && name[0] is '_' or '@' && at < name.Length - 1 && name.AsSpan(at + 1).IndexOfAnyExceptInRange('0', '9') < 0 ? name[1..at] : name;
    }
}
