using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap requests SUBJECT</c>.</summary>
internal sealed class HeapRequestsCommand() : PendingViewCommand("requests", "HTTP requests in flight, of ASP.NET Core and HttpClient.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap requests MyApp", "the oldest incoming ones first"),
        new("fathom heap requests MyApp --where kind=outgoing", "those that HttpClient sends"),
        new("fathom heap requests MyApp --fail-if incoming.count=100..", ExitText.EndsWhen("100 are being answered")),
    ];

    public override string Remarks =>
        "Queries and users of addresses are not shown, because they may be secret. age_ns is known of incoming requests of a process that logs.\n"
        + "Outgoing ones are those of HttpClient and those on HTTP/1.1 connections; on .NET 11 only the latter are found.";

    protected override string Query => "heap/requests";
}
