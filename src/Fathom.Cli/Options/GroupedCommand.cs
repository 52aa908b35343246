using System.CommandLine;

namespace Fathom.Cli.Options;

/// <summary>A command whose options stand in groups, but for those that it is about.</summary>
/// <param name="name">The word on the command line.</param>
/// <param name="summary">One sentence for the help.</param>
internal abstract class GroupedCommand(string name, string summary) : Command(name, summary)
{
    private readonly List<OptionGroup> _groups = [];

    /// <summary>The options that are not what the command is about, as the help lists them: the general ones, which every command begins with, come last.</summary>
    public IReadOnlyList<OptionGroup> Groups => [.. _groups.Skip(1), .. _groups.Take(1)];

    /// <summary>The group of that title, for options that are not what the command is about.</summary>
    /// <param name="title">What they are about, in a word or two.</param>
    public OptionGroup AddGroup(string title)
    {
        foreach (OptionGroup known in _groups)
        {
            if (known.Title == title)
                return known;
        }

        OptionGroup group = new(title, this);
        _groups.Add(group);
        return group;
    }
}
