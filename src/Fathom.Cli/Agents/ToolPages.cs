using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Fathom.Cli.Agents;

/// <summary>Answers in pages. The last ones are kept, so that the next page of a live measurement is one of the same measurement.</summary>
internal sealed class ToolPages
{
    private const int MostKept = 8;
    private const int MostLosses = 10;

    private readonly Lock _gate = new();
    private readonly List<(int Number, JsonElement Answer)> _kept = [];
    private int _last;

    /// <summary>The first page of an answer.</summary>
    /// <param name="json">What the command wrote with <c>--format json</c>.</param>
    /// <param name="isPartial">Whether something that it needs is missing.</param>
    /// <param name="limit">Rows of the page.</param>
    public string First(string json, bool isPartial, int limit)
    {
        JsonElement answer = JsonDocument.Parse(json).RootElement;
        int number;
        lock (_gate)
        {
            number = ++_last;
            _kept.Add((number, answer));
            if (_kept.Count > MostKept)
                _kept.RemoveAt(0);
        }

        return Page(answer, number, 0, limit, isPartial);
    }

    /// <summary>The page that a cursor names.</summary>
    /// <param name="cursor">What <c>next_cursor</c> was.</param>
    /// <param name="limit">Rows of the page.</param>
    /// <exception cref="FathomException">There is no such answer any more.</exception>
    public string Next(string cursor, int limit)
    {
        string[] parts = cursor.Split(':');
        if (parts.Length == 2 && int.TryParse(parts[0], CultureInfo.InvariantCulture, out int number)
            && int.TryParse(parts[1], CultureInfo.InvariantCulture, out int from) && from >= 0)
        {
            lock (_gate)
            {
                foreach ((int known, JsonElement answer) in _kept)
                {
                    if (known == number)
                        return Page(answer, number, from, limit, isPartial: false);
                }
            }
        }

        throw FathomException.Usage(
            $"Cursor '{cursor}' is of no answer that is kept; these are the last {MostKept}.", "ask again without it");
    }

    private static string Page(JsonElement answer, int number, int from, int limit, bool isPartial)
    {
        JsonElement rows = answer.GetProperty("rows"), losses = answer.GetProperty("losses");
        int all = rows.GetArrayLength(), until = Math.Min(all, from + limit);
        using MemoryStream bytes = new();
        using (Utf8JsonWriter json = new(bytes))
        {
            json.WriteStartObject();
            json.WriteString("command", answer.GetProperty("command").GetString());
            json.WriteNumber("total_rows", all);
            json.WriteStartArray("rows");
            foreach (JsonElement row in rows.EnumerateArray().Skip(from).Take(limit))
                row.WriteTo(json);
            json.WriteEndArray();
            if (until < all)
                json.WriteString("next_cursor", string.Create(CultureInfo.InvariantCulture, $"{number}:{until}"));
            else
                json.WriteNull("next_cursor");
            if (from == 0)
            {
                json.WritePropertyName("totals");
                answer.GetProperty("totals").WriteTo(json);
                json.WriteBoolean("is_partial", isPartial);
                json.WriteNumber("loss_count", losses.GetArrayLength());
                json.WriteStartArray("losses");
                foreach (JsonElement loss in losses.EnumerateArray().Take(MostLosses))
                    loss.WriteTo(json);
                json.WriteEndArray();
                json.WritePropertyName("notes");
                answer.GetProperty("notes").WriteTo(json);
            }

            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray());
    }
}
