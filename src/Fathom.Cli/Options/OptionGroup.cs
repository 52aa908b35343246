using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary>Options of a command that are not what it is about: its help names them in one line, and <c>--help all</c> says what each does.</summary>
/// <param name="title">What they are about, in a word or two.</param>
/// <param name="command">The command.</param>
internal sealed class OptionGroup(string title, Command command)
{
    private readonly List<Option> _options = [];

    /// <summary>What they are about, in a word or two.</summary>
    public string Title => title;

    /// <summary>In the order of the help.</summary>
    public IReadOnlyList<Option> Options => _options;

    /// <summary>Adds options to the group and to its command. An array: what a span of each length needs is compiled at every start.</summary>
    public void Add(params Option[] options)
    {
        foreach (Option option in options)
        {
            command.Add(option);
            _options.Add(option);
        }
    }
}
