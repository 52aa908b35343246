namespace Fathom.Formats.WindowsPdb.Names;

/// <summary>A template with its arguments.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Arguments">The arguments in brackets.</param>
internal sealed record TemplateName(OwnName Name, string Arguments)
{
    /// <summary>Both.</summary>
    public string Text => Name.Name + Arguments;
}
