using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>csharpier as a server, which has formatted files of this repository.</summary>
internal static class Csharpier
{
    private const string Version = "1.3.0";
    private const int Files = 60;

    public static RealProgram Start()
    {
        string executable = DotnetTool.Executable("csharpier", Version);
        int port = FreePort();
        RealProgram program = RealProgram.Start("csharpier", executable, "server", "--server-port", $"{port}");
        try
        {
            program.WaitFor(() => Answers(port), "listen");
            using HttpClient client = new() { BaseAddress = new Uri($"http://127.0.0.1:{port}"), Timeout = TimeSpan.FromMinutes(2) };
            foreach (string file in Directory.EnumerateFiles(Path.Combine(Repository.Root, "src", "Fathom.Model"), "*.cs", SearchOption.AllDirectories).Order().Take(Files))
            {
                using HttpResponseMessage answer = client.PostAsJsonAsync("/format", new { fileName = file, fileContents = File.ReadAllText(file) }).GetAwaiter().GetResult();
                answer.EnsureSuccessStatusCode();
            }

            return program;
        }
        catch
        {
            program.Dispose();
            throw;
        }
    }

    private static int FreePort()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static bool Answers(int port)
    {
        try
        {
            using TcpClient client = new();
            client.Connect(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
