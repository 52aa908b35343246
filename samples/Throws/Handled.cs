namespace Throws;

/// <summary>One for each exception that was handled.</summary>
internal sealed record Handled(string Message);
