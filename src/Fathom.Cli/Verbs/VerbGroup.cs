namespace Fathom.Cli.Verbs;

/// <summary>The groups of <c>fathom --help</c>, in its order.</summary>
internal enum VerbGroup
{
    Start,
    Memory,
    Record,
    Ask,
    Judge,
    Output,
    Tool,
}
