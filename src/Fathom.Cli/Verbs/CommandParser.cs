using System.CommandLine;

namespace Fathom.Cli.Verbs;

/// <summary>Reads command lines: no response files, and no letters behind one dash.</summary>
internal static class CommandParser
{
    private static readonly ParserConfiguration s_parser = new() { ResponseFileTokenReplacer = null, EnablePosixBundling = false };

    /// <summary>Reads the words behind a verb, or from it on.</summary>
    public static ParseResult Parse(Command verb, string[] words) => verb.Parse(words, s_parser);
}
