using System.Net;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Capture.Symbols;

/// <summary>
/// A server of symbols. Those of debuginfod answer at <c>buildid/ID/debuginfo</c>, those in the layout of Microsoft's symbol server at
/// <c>_.debug/elf-buildsym-ID/_.debug</c> and <c>NAME.pdb/GUIDAGE/NAME.pdb</c>; which one it is shows when it is asked.
/// </summary>
/// <param name="address">Its address.</param>
/// <param name="client">Asks it.</param>
internal sealed class SymbolServer(Uri address, HttpClient client)
{
    private const long MostBytes = 4L << 30;
    private const int BufferBytes = 1 << 20;

    private readonly Uri _address = address.AbsoluteUri.EndsWith('/') ? address : new Uri(address.AbsoluteUri + "/");

    /// <summary>What it is called in messages.</summary>
    public string Name => _address.AbsoluteUri;

    /// <summary>Writes the symbols of a build into a file that is made for it.</summary>
    /// <param name="places">Where it may have them, below its address.</param>
    /// <param name="path">The file; it is there only where this returns true.</param>
    /// <param name="told">Told how many bytes have come.</param>
    /// <param name="stop">Cancels it.</param>
    /// <returns>False where the server does not have them.</returns>
    /// <exception cref="FathomException">The server does not answer, or not as one.</exception>
    public bool TryGet(IReadOnlyList<string> places, string path, Action<long> told, CancellationToken stop)
    {
        foreach (string place in places)
        {
            try
            {
                if (Get(new Uri(_address, place), path, told, stop))
                    return true;
            }
            catch (Exception e) when (e is HttpRequestException or IOException or InvalidDataException
                || (e is OperationCanceledException && !stop.IsCancellationRequested))
            {
                File.Delete(path);
                throw FathomException.Target($"The symbol server '{Name}' does not answer as one: {e.Message}",
                    "check the address, or the network", e);
            }
            catch
            {
                File.Delete(path);
                throw;
            }
        }

        return false;
    }

    private bool Get(Uri place, string path, Action<long> told, CancellationToken stop)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, place);
        using HttpResponseMessage response = client.Send(request, HttpCompletionOption.ResponseHeadersRead, stop);
        // Some answer a place that they do not know with "bad request" or "forbidden".
        if (response.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.Gone or HttpStatusCode.BadRequest or HttpStatusCode.Forbidden)
            return false;
        response.EnsureSuccessStatusCode();
        if (response.Content.Headers.ContentLength > MostBytes)
            throw new InvalidDataException("a file is larger than 4 GiB");
        using Stream content = response.Content.ReadAsStream(stop);
        using FileStream file = OwnFile.MakeStream(path);
        byte[] buffer = new byte[BufferBytes];
        for (int read = content.Read(buffer); read > 0; read = content.Read(buffer))
        {
            stop.ThrowIfCancellationRequested();
            if (file.Length + read > MostBytes)
                throw new InvalidDataException("a file is larger than 4 GiB");
            file.Write(buffer.AsSpan(0, read));
            told(file.Length);
        }

        return true;
    }
}
