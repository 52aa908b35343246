namespace Fathom.Model.Graph.Retention;

/// <summary>What is suspected. Names in tables are snake_case.</summary>
public enum SuspectKind
{
    /// <summary>One object that retains much.</summary>
    Object,

    /// <summary>Objects of one type, none of which retains much, that retain much together.</summary>
    Group,
}
