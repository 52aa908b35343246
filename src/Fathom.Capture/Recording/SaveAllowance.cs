using Fathom.Capture.Triggers;

namespace Fathom.Capture.Recording;

/// <summary>
/// Limits the saves that conditions cause, per hour and in total. An open save keeps its place until <see cref="End"/>. Any thread may call it.
/// </summary>
/// <param name="most">In all; null for no limit.</param>
/// <param name="perHour">In an hour.</param>
/// <param name="time">The clock.</param>
internal sealed class SaveAllowance(int? most, int perHour, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly HourLimit _limit = new(perHour, time);
    private int _open;
    private int _saved;
    private int _refused;
    private bool _isRefusalTold;

    /// <summary>Saves that were made.</summary>
    public int Saved
    {
        get
        {
            lock (_gate)
                return _saved;
        }
    }

    /// <summary>Those that the limit of an hour refused.</summary>
    public int Refused
    {
        get
        {
            lock (_gate)
                return _refused;
        }
    }

    /// <summary>Whether as many were made as there may be.</summary>
    public bool IsDone => Saved >= most;

    /// <summary>Whether one more may be asked for: those that are being made are not enough.</summary>
    public bool HasRoom
    {
        get
        {
            lock (_gate)
                return IsBelowMost;
        }
    }

    private bool IsBelowMost => most is null || _saved + _open < most;

    /// <summary>Takes a place for a save.</summary>
    /// <param name="isNews">Whether it is the first one since the last place that the limit of an hour refuses.</param>
    public bool TryTake(out bool isNews)
    {
        isNews = false;
        lock (_gate)
        {
            if (!IsBelowMost)
                return false;
            if (_limit.TryTake())
            {
                _open++;
                _isRefusalTold = false;
                return true;
            }

            _refused++;
            isNews = !_isRefusalTold;
            _isRefusalTold = true;
            return false;
        }
    }

    /// <summary>Tells the end of a save.</summary>
    /// <param name="places">The places that were taken for it: several where it joins what was asked for meanwhile.</param>
    /// <param name="isMade">Whether it was made.</param>
    /// <param name="hasFiles">Whether it left files, which take room: they count in their hour also where no recording was made.</param>
    public void End(int places, bool isMade, bool hasFiles)
    {
        lock (_gate)
        {
            _open -= places;
            _saved += isMade ? 1 : 0;
            for (int i = hasFiles ? 1 : 0; i < places; i++)
                _limit.GiveBack();
        }
    }
}
