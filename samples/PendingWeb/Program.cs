// A server that answers no request, and a client in the same process that has some on connections and some that wait for one.
// It prints 'ready {json}' with the numbers when all of them have come so far, and ends when its input closes.
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using PendingWeb;

const int connected = 5, waiting = 2;
TaskCompletionSource answer = new();
int began = 0;
WebApplicationBuilder builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders().AddProvider(new SilentLogs());
builder.WebHost.UseUrls("http://127.0.0.1:0");
await using WebApplication app = builder.Build();
app.MapPost("/held/{id:int}", async (int id) =>
{
    Interlocked.Increment(ref began);
    await answer.Task;
    return Results.Ok(id);
});
app.MapGet("/done", static () => "done");
await app.StartAsync();
string address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
using HttpClient client = new(new SocketsHttpHandler { MaxConnectionsPerServer = connected });
client.BaseAddress = new Uri(address);

// One that has ended leaves its objects behind, also where its connection ended with it.
await client.GetStringAsync("/done");
using (HttpRequestMessage last = new(HttpMethod.Get, "/done") { Headers = { ConnectionClose = true } })
    (await client.SendAsync(last)).Dispose();
List<Task<HttpResponseMessage>> all =
    [.. Enumerable.Range(0, connected + waiting).Select(id => client.PostAsync($"/held/{id}?token=secret", null))];
SpinWait.SpinUntil(() => Volatile.Read(ref began) == connected);
Console.Out.WriteLine("ready " + JsonSerializer.Serialize(new Dictionary<string, object>
{
    ["pid"] = Environment.ProcessId,
    ["address"] = address,
    ["connected"] = connected,
    ["waiting"] = waiting,
}));
while (Console.In.ReadLine() is not null)
{
}

GC.KeepAlive(all);
Environment.Exit(0);
