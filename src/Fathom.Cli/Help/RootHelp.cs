using Fathom.Cli.Verbs;

namespace Fathom.Cli.Help;

/// <summary><c>fathom --help</c>: every verb that is built, in groups.</summary>
internal static class RootHelp
{
    public static void Write(TextWriter to, Verb[] verbs)
    {
        to.WriteLine("Fathom explains where the memory and the time of a .NET program went.");
        to.WriteLine();
        to.WriteLine("Usage: fathom VERB [VIEW] SUBJECT… [options]");
        to.WriteLine("       fathom SUBJECT                      the same as 'fathom info SUBJECT'");
        to.WriteLine();
        HelpText.WriteText(to, "A subject is a pid, a process name, a core dump or a recording; put 'pid:', 'name:' or 'file:' before it where a name is ambiguous.");
        foreach (VerbGroup group in Enum.GetValues<VerbGroup>())
            HelpText.WriteSection(to, Title(group), verbs.Where(verb => verb.Group == group).Select(static verb => new HelpRow(verb.Name, verb.Summary)));
        to.WriteLine();
        HelpText.WriteText(
            to,
            "'fathom VERB --help', or 'fathom help VERB [VIEW]', shows the options, columns and examples of a verb; add 'all' to see all of them. "
                + "'fathom help WORD' searches, such as for leak, slow or deadlock.");
    }

    private static string Title(VerbGroup group) => group == VerbGroup.Ask ? "Ask a recording" : group.ToString();
}
